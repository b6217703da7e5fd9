import { getSession, subscribeSession } from '@tessera/api';
import type { QueryClient } from '@tanstack/react-query';

/** Forgets everything that was read as soon as somebody else, or nobody, is signed in. Answers how to stop. */
export function clearCacheOnUserChange(client: QueryClient): () => void {
  const present = () => getSession()?.user.id;
  let user = present();
  return subscribeSession(() => {
    if (present() === user) return;
    user = present();
    client.clear();
  });
}
