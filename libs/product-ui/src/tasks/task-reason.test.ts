import '@tessera/domain/german';
import { setLanguage } from '@tessera/ui';
import { taskReasonText } from './task-reason';

test('words a reason in the reader’s language and leaves a worker’s words as they are', async () => {
  const tried = { code: 'TRY_FAILED', params: { words: 'Sold out', retry: 1, max_retries: 5, wait_s: 90 } };
  const lost = { code: 'RETRIES_USED_UP', params: { failure: 'WORKER_LOST' } };
  const switched = { code: 'GIVEN_BACK_BECAUSE', params: { obstacle: 'SITE_DISABLED' } };
  expect(taskReasonText(tried, null)).toBe('Sold out (retry 1 of 5 in 90 s)');
  await setLanguage('de');
  expect(taskReasonText(tried, null)).toBe('Sold out (Versuch 1 von 5 in 90 s)');
  expect(taskReasonText(lost, null)).toBe('Verbindung zum Worker verloren (keine Versuche mehr übrig)');
  expect(taskReasonText(switched, null)).toBe('Vom Worker freigegeben: Die Seite ist ausgeschaltet');
  expect(taskReasonText({ code: 'NEW_ONE', params: {} }, 'As a newer server words it')).toBe(
    'As a newer server words it',
  );
  expect(taskReasonText(null, 'Signing in')).toBe('Signing in');
  await setLanguage('en');
});
