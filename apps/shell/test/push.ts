/** A browser with web push: its permission, subscription and service worker, set by tests. */
export interface PushBrowser {
  permission: NotificationPermission;
  /** What the user answers when the browser asks for permission. */
  answer: NotificationPermission;
  subscription: PushSubscription | null;
  /** The key of the latest subscription. */
  key: Uint8Array | null;
  /** Sends the page a message from the service worker. */
  postMessage(data: unknown): void;
}

const endpoint = 'https://fcm.googleapis.com/fcm/send/this-browser';

/** Installs web push in the test's browser; `restore` removes it. */
export function pushBrowser(set: Partial<PushBrowser> = {}): PushBrowser & { restore(): void } {
  const worker = new EventTarget();
  const browser: PushBrowser & { restore(): void } = {
    permission: 'default',
    answer: 'granted',
    subscription: null,
    key: null,
    postMessage: (data) => void worker.dispatchEvent(new MessageEvent('message', { data })),
    ...set,
    restore: () => {
      for (const name of ['PushManager', 'Notification', 'isSecureContext'])
        Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(browser.subscription),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      browser.key = applicationServerKey;
      browser.subscription = subscriptionOf(applicationServerKey, () => (browser.subscription = null));
      return Promise.resolve(browser.subscription);
    },
  };
  const registration = { pushManager };
  Object.assign(worker, {
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  });
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
  define(navigator, 'serviceWorker', worker);
  define(globalThis, 'isSecureContext', true);
  define(globalThis, 'PushManager', {});
  define(globalThis, 'Notification', {
    get permission() {
      return browser.permission;
    },
    requestPermission: () => Promise.resolve((browser.permission = browser.answer)),
  });
  return browser;
}

/** Creates a subscription of this browser. */
export function subscriptionOf(key: Uint8Array, onEnd: () => void = () => undefined): PushSubscription {
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
  return {
    endpoint,
    expirationTime: null,
    options: { applicationServerKey: key.slice().buffer, userVisibleOnly: true },
    getKey: () => null,
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: () => {
      onEnd();
      return Promise.resolve(true);
    },
  };
}
