import { trustScript } from '../../script-policy';

/** Whether this browser can show notifications, and why not. */
export type PushAbility = 'unsupported' | 'insecure' | 'blocked' | 'ready';

/** Checks whether this browser can show notifications. */
export function pushAbility(): PushAbility {
  if (!globalThis.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : 'ready';
}

/** This browser's push subscription, if any. */
export async function getSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'ready') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The user denied the permission for notifications. */
export class PermissionDenied extends Error {}

/** Asks for permission and subscribes this browser. Throws PermissionDenied when the user denies it. */
export async function subscribeBrowser(publicKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PermissionDenied('Notifications were not allowed');
  await navigator.serviceWorker.register(trustScript('/sw.js'), { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = decodeBase64Url(publicKey);
  const present = await pushManager.getSubscription();
  if (present && hasKey(present, publicKey)) return present;
  // A subscription with another key can't be used and prevents a new one.
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Whether a subscription was made with this key; the push service refuses messages that another key signs. */
export function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const key = decodeBase64Url(publicKey);
  return bytes.length === key.length && key.every((byte, index) => byte === bytes[index]);
}

/** Replaces this browser's subscription, when the current one belongs to another user of the browser. */
export async function resubscribeBrowser(publicKey: string): Promise<PushSubscription> {
  await unsubscribeBrowser();
  return subscribeBrowser(publicKey);
}

/** Ends this browser's push subscription. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await getSubscription())?.unsubscribe();
}

/** A subscription's endpoint and keys in the API's format. */
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
