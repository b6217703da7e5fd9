import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../harness/browser.ts';
import { startProduct } from '../harness/product.ts';
import { busyRealm } from './busy-realm.ts';
import { everyPage } from './every-page.ts';
import { visit, windowsOf } from './visitors.ts';

const folder = path.resolve(__dirname, '../../../../docs/screens');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

// `npm run screenshots` runs this one; the suite does not.
it('takes a picture of every page, in both themes and three widths', async () => {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const site = await busyRealm(product);
    const windows = windowsOf(browser, product);
    for (const theme of ['light', 'dark'] as const) {
      for (const size of sizes) {
        for (const one of everyPage(site)) {
          const context = await windows(one.visitor, { ...size, theme });
          const page = await visit(context, product, one, size);
          // Charts and fonts that come last.
          await page.waitForTimeout(600);
          const name = `${one.name}-${size.width}${theme === 'dark' ? '-dark' : ''}.png`;
          await page.screenshot({ path: path.join(folder, name) });
          await context.close();
        }
      }
    }
  } finally {
    await browser.close();
    await product.stop();
  }
}, 1_800_000);
