import { FOOTBALL, Site } from './site.ts';

/** A minimal browser: cookies, forms and redirects. */
class Visitor {
  private cookie = '';
  private readonly site: Site;

  constructor(site: Site) {
    this.site = site;
  }

  async open(
    path: string,
    form?: Record<string, string>,
  ): Promise<{ status: number; text: string; path: string }> {
    const response = await fetch(this.site.url + path, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: this.cookie, origin: this.site.url },
      body: form ? new URLSearchParams(form) : null,
      redirect: 'manual',
    });
    const set = response.headers.get('set-cookie');
    if (set) this.cookie = set.split(';')[0] ?? '';
    const location = response.headers.get('location');
    if (location) return this.open(location);
    return { status: response.status, text: await response.text(), path };
  }
}

describe('pages', () => {
  let site: Site;
  let visitor: Visitor;

  beforeEach(async () => {
    site = await Site.start();
    visitor = new Visitor(site);
  });
  afterEach(() => site.close());

  it('signs in on the basket page, pays, and shows the sold seats on the seat map', async () => {
    const held = await site.hold(await site.desk(7), 'by-hand');
    const path = new URL(String(held.body.basket_url)).pathname;
    expect((await visitor.open(path)).text).toContain('Sign in to pay');
    const form = { email: 'desk-07@quayside.example', password: 'quayside-07', next: path };
    const signedIn = await visitor.open('/sign-in', form);
    expect(signedIn).toMatchObject({ status: 200, path });
    expect(signedIn.text).toContain('Pay £106.00');
    const declined = await visitor.open(`${path}/pay`, { payment_token: 'tok_sandbox_0002' });
    expect(declined).toMatchObject({ status: 402 });
    expect(declined.text).toContain('The payment was declined');
    expect((await visitor.open(`${path}/pay`, { payment_token: 'tok_sandbox_4242' })).text).toContain(
      '<h1>Paid</h1>',
    );
    const map = await visitor.open(`/events/${FOOTBALL}/seats`);
    expect(map.text).toContain('2 seats sold.');
    expect(map.text).toContain('<td>desk-07@quayside.example</td>');
  });

  it('holds seats that are chosen on the event page', async () => {
    await visitor.open('/sign-in', { email: 'desk-08@quayside.example', password: 'quayside-08', next: '/' });
    const form = { area: 'West 12', level: 'value', quantity: '2', order_key: 'web-0011' };
    const basket = await visitor.open(`/events/${FOOTBALL}/hold`, form);
    expect(basket.path).toMatch(/^\/basket\//);
    expect(basket.text).toContain('<td>West 12</td>');
    expect((await visitor.open('/orders')).text).toContain('West 12');
  });

  it("returns 404 when paying another account's basket", async () => {
    const held = await site.hold(await site.desk(7), 'not-yours');
    const path = new URL(String(held.body.basket_url)).pathname;
    await visitor.open('/sign-in', {
      email: 'desk-08@quayside.example',
      password: 'quayside-08',
      next: path,
    });
    expect((await visitor.open(path)).text).toContain('This basket belongs to desk-07@quayside.example');
    expect((await visitor.open(`${path}/pay`, { payment_token: 'tok_sandbox_4242' })).status).toBe(404);
    expect(await site.sold()).toEqual([]);
  });

  it('escapes form input and rejects redirects to other sites', async () => {
    const form = { email: '"><script>x</script>', password: 'x', next: '//elsewhere.example/' };
    const answer = await visitor.open('/sign-in', form);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain('<script>x');
    expect(answer.text).toContain('name="next" value="/"');
  });

  it('rejects forms from other origins', async () => {
    const response = await fetch(`${site.url}/scenario`, {
      method: 'POST',
      headers: { origin: 'http://elsewhere.example' },
      body: new URLSearchParams({ name: 'outage' }),
    });
    expect(response.status).toBe(403);
    expect((await site.api('GET', '/api/scenario')).body.name).toBe('calm');
  });

  it('starts another scenario on the scenario page', async () => {
    const page = await visitor.open('/scenario', { name: 'sell_out', seed: '5' });
    expect(page.text).toContain('Sell-out started.');
    expect((await site.api('GET', '/api/scenario')).body).toMatchObject({ name: 'sell_out', seed: 5 });
  });

  it('sends every page with a content security policy', async () => {
    for (const path of ['/', `/events/${FOOTBALL}`, `/events/${FOOTBALL}/seats`, '/sign-in', '/scenario']) {
      const response = await fetch(site.url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await fetch(`${site.url}/nowhere`)).status).toBe(404);
  });
});
