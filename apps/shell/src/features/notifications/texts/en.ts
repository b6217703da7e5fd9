/** What the page of notifications says about devices and mail: fetched with it. */
export const en = {
  device: {
    title: 'This device',
    noKey: 'Not set up on this server',
    noKeyHelp:
      'The server has no key for web push. An administrator can set one (VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY).',
    refused: 'You did not allow notifications, so they stay off on this device',
    off: 'Off',
    offHelp:
      'Get notified on this device about held seats, purchases and failures, even when the console is closed. The browser asks for your permission first.',
    enable: 'Enable on this device',
    on: 'On',
    onHelp: 'This device gets notifications for the topics chosen below.',
    test: 'Send a test',
    testSent: 'Test sent. It should appear within seconds; the delivery log below shows the outcome.',
    turnOff: 'Turn off',
    insecure: 'Not available over this connection',
    insecureHelp:
      'Browsers show notifications only for secure pages. Open the console at its https address or at localhost.',
    unsupported: 'Not available in this browser',
    unsupportedHelp:
      'This browser does not support web push. Current versions of Chrome, Edge, Firefox and Safari do; on an iPhone or iPad, add the console to the home screen first. Private windows do not support it.',
    blocked: 'The browser blocks notifications from this site',
    blockedHelp:
      'The browser won’t ask again. Open the site settings with the icon to the left of the address, set Notifications to Allow, and reload this page. If nothing arrives after that, check whether your system mutes the browser (do not disturb, focus).',
  },
  mail: {
    title: 'By e-mail',
    off: 'This server sends no e-mail. An administrator can set that up.',
    help: 'Messages about the security of your account always come by e-mail too, to {{email}}. Choose what else does.',
    prompt: 'At once',
    gathered: 'Gathered: what you have not read',
    every: 'Send what is gathered at most every',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
  },
  deliveries: {
    title: 'Delivery log',
    meta: 'the latest {{count}}',
    none: 'Nothing has been sent to your devices yet.',
    removedDevice: 'Removed device',
    status: 'status {{status}}',
    attempt: 'attempt {{attempt}}',
    when: 'When',
    message: 'Message',
    topic: 'Topic',
    device: 'Device',
    outcome: 'Outcome',
    detail: 'Detail',
    outcomes: { sent: 'Sent', waiting: 'Waiting', gone: 'Device unsubscribed', failed: 'Failed' },
  },
};
