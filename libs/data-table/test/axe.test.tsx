import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setViewportWidth, show } from './frame';
import { Gallery } from './gallery';

/**
 * The violations that axe finds. Nothing is painted in jsdom, so contrast is checked by the theme's own test, and the style
 * sheets are removed because resolving them takes most of the time.
 */
async function violations(): Promise<string[]> {
  document.head.replaceChildren();
  const { violations: found } = await act(() =>
    axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } }),
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

afterEach(() => setViewportWidth(1440));

describe('accessibility of a list', () => {
  it.each(['light', 'dark'])('has no violations in the %s theme', async (mode) => {
    document.cookie = `tessera_theme=${mode}`;
    setViewportWidth(1440);
    show(<Gallery />);
    await userEvent.setup().click(screen.getByRole('checkbox', { name: 'Select HC north 01' }));
    expect(document.documentElement).toHaveAttribute('data-theme', mode);
    expect(await violations()).toEqual([]);
  });

  it('has no violations when narrow', async () => {
    setViewportWidth(390);
    show(<Gallery />);
    expect(await violations()).toEqual([]);
  });
});
