import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SegmentedControl } from '../src/index';
import { show } from './frame';

type Span = '1h' | '24h' | '7d';

function Spans({ onSelect }: { onSelect: (span: Span) => void }) {
  const [span, setSpan] = useState<Span>('1h');
  return (
    <SegmentedControl<Span>
      label="Span"
      segments={[
        { value: '1h', label: '1 h' },
        { value: '24h', label: '24 h' },
        { value: '7d', label: '7 d', disabled: true, title: 'Not yet' },
      ]}
      value={span}
      onChange={(chosen) => {
        onSelect(chosen);
        setSpan(chosen);
      }}
    />
  );
}

test('selects one option by pointer or keyboard, and always keeps one selected', async () => {
  const user = userEvent.setup();
  const onSelect = jest.fn();
  show(<Spans onSelect={onSelect} />);
  const group = within(screen.getByRole('group', { name: 'Span' }));
  const pressed = () => group.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
  expect(pressed()).toEqual(['1 h']);
  await user.click(group.getByRole('button', { name: '1 h' }));
  expect(onSelect).not.toHaveBeenCalled();
  await user.tab({ shift: true });
  await user.tab();
  expect(group.getByRole('button', { name: '1 h' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(group.getByRole('button', { name: '24 h' })).toHaveFocus();
  // The third option is disabled.
  await user.keyboard('{ArrowRight}{ArrowLeft}{Enter}');
  expect(onSelect).toHaveBeenCalledWith('24h');
  expect(pressed()).toEqual(['24 h']);
  expect(group.getByRole('button', { name: '7 d' })).toBeDisabled();
  expect(group.getByTitle('Not yet')).toBeInTheDocument();
});
