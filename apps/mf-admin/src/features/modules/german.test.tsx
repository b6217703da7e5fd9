import { act, screen } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts } from '@tessera/ui/testing';
import { moduleSettings, publisher, serveModules } from '../../../test/module-records';
import { open } from '../../../test/open';
import de from '../../texts/de';
import { en } from '../../texts/en';

const catalogue = { modules: en.modules, publishers: en.publishers };

describe('in German', () => {
  beforeEach(() => act(() => setLanguage('de')));
  afterEach(() => act(() => setLanguage('en')));
  const english = () => findUntranslatedTexts(document.body, catalogue, de);
  const serve = () =>
    serveModules(
      moduleSettings(1, {
        canaries: [
          { release_id: 13, realm_id: null, percent: 10 },
          { release_id: 13, realm_id: 1, percent: null },
        ],
      }),
    ).on('GET /modules/publishers', list([publisher(1)]));

  test.each([
    ['/modules', null, null],
    ['/modules/mf-tickets', de.modules.canary.start, 'dialog'],
    ['/modules/mf-tickets', de.modules.settings.edit, 'dialog'],
    ['/modules/mf-tickets', de.modules.off.confirm, 'alertdialog'],
    ['/modules/mf-tickets', de.modules.rollback.to.replace('{{version}}', '1.8.2'), 'alertdialog'],
    ['/modules/mf-tickets?release=1.10.0', null, null],
    ['/modules?tab=publishers', de.publishers.new, 'dialog'],
    ['/modules?tab=publishers&open=1', de.publishers.keys.add, 'dialog'],
    ['/modules?tab=publishers&open=1', de.publishers.tokens.new, 'dialog'],
  ])('%s with %s has no English text', async (address, button, role) => {
    const { user } = open(serve(), address);
    await screen.findAllByText(/Tickets|Ticketing team/);
    if (button && role) {
      await user.click((await screen.findAllByRole('button', { name: button }))[0]!);
      await screen.findByRole(role);
    }
    expect(english()).toEqual([]);
  });
});
