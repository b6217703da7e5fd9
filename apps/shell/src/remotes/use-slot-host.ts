import { useMemo } from 'react';
import { useUser } from '@tessera/api';
import type { SlotHost } from '@tessera/federation';
import { mayOpen } from '../access/may-open';
import { useModules } from './modules';
import { useRegistry } from './registry-context';

/** The slots that this user gets: those of the modules of this page view whose permission they have. */
export function useSlotHost(): SlotHost {
  const registry = useRegistry();
  const { releases } = useModules();
  const user = useUser();
  return useMemo(
    () => ({
      registry,
      slots: releases.flatMap((release) =>
        release.slots
          .filter((slot) => mayOpen(user, slot))
          .map((slot) => ({ name: `${release.name}.${slot.id}`, registry, release, slot })),
      ),
    }),
    [registry, releases, user],
  );
}
