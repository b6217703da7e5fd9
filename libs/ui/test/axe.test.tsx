import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useForm } from 'react-hook-form';
import { FormDialog, KeyValueGrid, PlainTimeZone, TextField, WizardDialog } from '../src/forms';
import { setViewportWidth, show } from './frame';
import { Gallery } from './gallery';

/**
 * Returns axe's violations. Colors are checked by their tokens (contrast.test.ts), so the style sheets are removed:
 * computing styles would take most of the time.
 */
async function findViolations(): Promise<string[]> {
  document.head.replaceChildren();
  const { violations } = await act(() =>
    axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } }),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

function Form() {
  const form = useForm({ defaultValues: { name: '', levels: [{ key: 'L1', value: 'A' }] } });
  return (
    <FormDialog
      open
      title="New site"
      form={form}
      onSubmit={() => Promise.resolve()}
      onClose={() => undefined}
    >
      <TextField control={form.control} name="name" label="Name" />
      <KeyValueGrid control={form.control} name="levels" label="Price levels" />
    </FormDialog>
  );
}

describe('accessibility', () => {
  it.each(['light', 'dark'])('has no violations in the gallery in the %s theme', async (mode) => {
    document.cookie = `tessera_theme=${mode}`;
    setViewportWidth(1440);
    show(<Gallery />);
    expect(document.documentElement).toHaveAttribute('data-theme', mode);
    expect(await findViolations()).toEqual([]);
  });

  it('has no violations in a form dialog', async () => {
    show(<Form />);
    expect(await findViolations()).toEqual([]);
  });

  it('has no violations in a time zone field', async () => {
    show(
      <main>
        <PlainTimeZone label="Time zone" value="Europe/Berlin" onChange={() => undefined} optional />
      </main>,
    );
    await userEvent.click(await screen.findByRole('combobox'));
    expect(screen.getByRole('listbox')).toBeVisible();
    // A popup is outside the page's landmarks.
    expect(
      (await findViolations()).filter((violation) => !/^region: <ul role="listbox"/.test(violation)),
    ).toEqual([]);
  });

  it('has no violations in a wizard', async () => {
    show(
      <WizardDialog
        open
        title="Launch a job"
        steps={[{ label: 'Template', summary: 'North stand fours' }, { label: 'Event' }, { label: 'Launch' }]}
        at={1}
        onStep={() => undefined}
        onNext={() => undefined}
        onClose={() => undefined}
        blocked="Choose an event"
      >
        Events
      </WizardDialog>,
    );
    expect(screen.getByRole('button', { name: '3 Launch' })).toBeDisabled();
    expect(await findViolations()).toEqual([]);
  });
});
