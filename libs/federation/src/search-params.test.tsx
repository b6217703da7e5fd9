import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useEntryRequest, useSearchParams } from './router';

/** What `act` may call, of the page drawn last. */
function openPage(at: string) {
  const page = { set: (_name: string, _value: string | null) => {}, forget: () => {} };
  function Page() {
    const [params, setParams] = useSearchParams();
    const { forget } = useEntryRequest('from');
    page.forget = forget;
    page.set = (name, value) =>
      setParams((before) => {
        if (value === null) before.delete(name);
        else before.set(name, value);
        return before;
      });
    return <p>{params.toString()}</p>;
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return { page, router };
}

/** Calls an act of a page and waits until its new address is drawn. */
const changing = (change: () => void) =>
  act(() => {
    change();
    return Promise.resolve();
  });

describe('useSearchParams', () => {
  it('keeps a change whose address is not drawn yet when another follows', async () => {
    const { page } = openPage('/?area=north&color=job');
    const { set } = page;
    await changing(() => {
      set('area', null);
      set('seat', '31');
    });
    expect(screen.getByText('color=job&seat=31')).toBeVisible();
  });

  it('begins from the address after Back', async () => {
    const { page, router } = openPage('/?area=north');
    await changing(() => page.set('area', null));
    await act(() => router.navigate(-1));
    await changing(() => page.set('seat', '31'));
    expect(screen.getByText('area=north&seat=31')).toBeVisible();
  });
});

describe('useEntryRequest', () => {
  it('keeps a change of the address that is not drawn yet', async () => {
    const { page } = openPage('/');
    const { set, forget } = page;
    await changing(() => {
      set('seat', '31');
      forget();
    });
    expect(screen.getByText('seat=31')).toBeVisible();
  });
});
