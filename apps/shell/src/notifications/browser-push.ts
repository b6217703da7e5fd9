/** What this browser can do about notifications: nothing, ask, do, or nothing since it was told not to. */
export type PushAbility = 'unsupported' | 'insecure' | 'blocked' | 'ready';

/** What stands in the way of notifications on this device, if anything. */
export function pushAbility(): PushAbility {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** The subscription that this browser has, if any. */
export async function getSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'ready') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The person said no when the browser asked. */
export class PermissionDenied extends Error {}

/** Asks for permission and subscribes this browser; `NotAllowed` when it is refused. */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PermissionDenied('Notifications were not allowed');
  await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = decodeBase64Url(publicKey);
  const present = await pushManager.getSubscription();
  if (present && isSameKey(present.options.applicationServerKey, key)) return present;
  // One of another key can't be used, and stands in the way of a new one.
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Subscribes this browser under a new address, where the present one belongs to somebody who used it before. */
export async function resubscribeBrowser(publicKey: string): Promise<PushSubscription> {
  await unsubscribeBrowser();
  return subscribeBrowser(publicKey);
}

/** Ends this browser's subscription. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await getSubscription())?.unsubscribe();
}

/** A subscription's endpoint and keys as the server takes them. */
export function toSubscriptionInput(subscription: PushSubscription): {
  endpoint: string;
  keys: { p256dh: string; auth: string };
} {
  const { keys = {} } = subscription.toJSON();
  return { endpoint: subscription.endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}

const decodeBase64Url = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

function isSameKey(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (!one || one.byteLength !== other.length) return false;
  const bytes = new Uint8Array(one);
  return other.every((byte, index) => byte === bytes[index]);
}
