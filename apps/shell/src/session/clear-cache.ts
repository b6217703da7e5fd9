import type { QueryClient } from '@tanstack/react-query';
import { getSession, subscribeSession } from '@tessera/api';
import { forgetAnnouncement } from '../remotes/announcement';
import { forgetOverrides } from '../remotes/overrides';

/** Clears what is cached of the user, in memory and in the browser's storage, when the signed-in user changes. Returns a function that stops this. */
export function clearCacheOnUserChange(client: QueryClient): () => void {
  const present = () => getSession()?.user.id;
  let user = present();
  return subscribeSession(() => {
    if (present() === user) return;
    user = present();
    client.clear();
    forgetAnnouncement();
    forgetOverrides();
  });
}
