import {
  ModuleRegistry,
  type ModuleRelease,
  type RemoteDefinition,
  type SlotHost,
} from '@tessera/federation';

/** What the shell gives to the places of slots when one module fills them; `declared` as in its module.json. */
export function hostSlots(
  remote: RemoteDefinition,
  declared: readonly { id: string; place: string; title: string }[],
): SlotHost {
  const registry = new ModuleRegistry(() => Promise.resolve(remote));
  const slots = declared.map(
    (slot) => ({ ...slot, action: null, reach: null }) as ModuleRelease['slots'][number],
  );
  const release: ModuleRelease = {
    name: remote.name,
    title: remote.name,
    owner: null,
    version: '1.0.0',
    channel: 'stable',
    base_url: `/modules/${remote.name}/1.0.0/`,
    integrity: null,
    signature: null,
    key: null,
    routes: [],
    nav: [],
    slots,
  };
  return {
    registry,
    slots: slots.map((slot) => ({ name: `${remote.name}.${slot.id}`, registry, release, slot })),
  };
}
