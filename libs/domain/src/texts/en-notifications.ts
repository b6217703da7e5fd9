/** Sentences of notifications, for the server, the pages and the service worker. `_one` and `_other`: by `count`. */
export const english = {
  /** Titles of notifications; their names are the kinds of notifications. */
  title: {
    seats_held_one: 'Seats held',
    seats_held_other: '{{count, number}} tasks held seats',
    seats_lapsing_one: '{{count}} seat about to expire',
    seats_lapsing_other: '{{count, number}} seats about to expire',
    seats_last_call_one: 'Last 30 seconds: {{count}} seat',
    seats_last_call_other: 'Last 30 seconds: {{count, number}} seats',
    queue_turn_one: 'A task is through the waiting room',
    queue_turn_other: '{{count, number}} tasks are through the waiting room',
    tickets_bought_one: 'Tickets purchased',
    tickets_bought_other: '{{count, number}} tasks purchased tickets',
    task_failed_one: 'A task failed',
    task_failed_other: '{{count, number}} tasks failed',
    task_expired_one: 'A task lost its seats',
    task_expired_other: '{{count, number}} tasks lost their seats',
    job_finished: 'Job finished',
    on_sale_soon: 'Tickets go on sale soon',
    user_waiting_one: 'A new user is waiting for a realm',
    user_waiting_other: '{{count, number}} new users are waiting for a realm',
    task_limit_near: '{{used, number}} of {{maximum, number}} tasks in use',
    task_limit_reached: '{{used, number}} of {{maximum, number}} tasks in use',
    login_limit_near: '{{used, number}} of {{maximum, number}} logins in use',
    login_limit_reached: '{{used, number}} of {{maximum, number}} logins in use',
    seats_reached: 'Seats held: {{held, number}}',
    nothing_moved: 'Nothing has moved for {{seconds, number}} s',
    seats_unpaid: '{{seats}} unpaid for {{minutes, number}} min',
    checks_open: '{{payments}} unchecked for {{minutes, number}} min',
    still_idle: 'No response for {{minutes, number}} min',
    new_sign_in: 'New sign-in to your account',
    session_reused: 'One of your sessions was ended',
    sessions_ended: 'An administrator ended your sessions',
    password_changed: 'Your password was changed',
    password_reset: 'Your password was reset',
    password_set: 'An administrator set your password',
    password_forgotten: 'Someone forgot their password',
    second_factor_on: 'Two-factor authentication was turned on',
    second_factor_off: 'Two-factor authentication was turned off',
    second_factor_removed: 'An administrator removed your two-factor authentication',
    recovery_code_used: 'One of your recovery codes was used',
    calendar_feed_created: 'An address of your calendar was created',
    service_token_ending: 'The service token {{subject}} ends soon',
    worker_tokens_revoked: 'Worker tokens were revoked',
    module_failing: '{{subject}} was rolled back',
    module_slow: '{{subject}} was rolled back',
    module_disabled: '{{subject}} was disabled',
    module_undecided: '{{subject}} needs a decision',
    publisher_tokens_revoked: 'Publishers’ tokens were revoked',
    test: 'This device receives notifications',
  },
  /** Titles when the number of seats is known. */
  withSeats: {
    seats_held_one: '{{count}} task held {{seats}}',
    seats_held_other: '{{count, number}} tasks held {{seats}}',
    tickets_bought_one: '{{count}} task purchased {{seats}}',
    tickets_bought_other: '{{count, number}} tasks purchased {{seats}}',
    task_expired_one: '{{count}} task lost {{seats}}',
    task_expired_other: '{{count, number}} tasks lost {{seats}}',
  },
  counted: {
    seats_one: '{{count}} seat',
    seats_other: '{{count, number}} seats',
    payments_one: '{{count}} payment',
    payments_other: '{{count, number}} payments',
  },
  /** Bodies, except of the kinds about tasks: these say which task and why. */
  body: {
    seats_lapsing: '{{subject}}: held until {{time}}',
    seats_last_call: '{{subject}}: held until {{time}}',
    job_finished_one: '{{subject}}: {{count}} seat purchased',
    job_finished_other: '{{subject}}: {{count, number}} seats purchased',
    on_sale_soon: '{{subject}}: on sale on {{day}} at {{time}}',
    user_waiting: '{{person}}',
    user_waiting_latest: 'Most recent: {{subject}}',
    task_limit_near: 'The limit is nearly reached.',
    task_limit_reached: 'The limit is reached: no more tasks can be added.',
    login_limit_near: 'The limit is nearly reached.',
    login_limit_reached: 'The limit is reached: no more logins can be added.',
    seats_reached: '{{subject}}: your threshold is {{amount, number}}.',
    nothing_moved: '{{subject}}',
    seats_unpaid_one: '{{subject}}: {{count}} seat to pay',
    seats_unpaid_other: '{{subject}}: {{count, number}} seats to pay',
    checks_open_one: '{{subject}}: {{count}} payment to check',
    checks_open_other: '{{subject}}: {{count, number}} payments to check',
    still_idle: '{{subject}}: nothing has moved for more than {{seconds, number}} s',
    new_sign_in:
      'From the address {{address}}. If it was not you, end that session and change your password.',
    session_reused: 'Its sign-in was used from two places. If it was not you, change your password.',
    sessions_ended: 'Sign in again to continue.',
    password_changed:
      'All other sessions were ended. If it was not you, contact an administrator immediately.',
    password_reset:
      'It was reset with a link that was created for you. If it was not you, contact an administrator immediately.',
    password_set: 'Your sessions were ended.',
    password_forgotten:
      '{{email}} cannot sign in. Make sure that the request is really theirs before you give them a link.',
    second_factor_on: 'From now on, signing in requires a code from your app. All other sessions were ended.',
    second_factor_off:
      'Signing in requires only your password. All other sessions were ended. If it was not you, change your password immediately.',
    second_factor_removed:
      'Your sessions were ended. Signing in requires only your password. Turn it on again under your account.',
    calendar_feed_created:
      'Anyone who has it can read your calendar without signing in. If it was not you, end it and change your password.',
    recovery_code_used_one:
      '{{count}} code is left. If it was not you, change your password and contact an administrator.',
    recovery_code_used_other:
      '{{count}} codes are left. If it was not you, change your password and contact an administrator.',
    service_token_ending:
      'It can be used until {{day}}, {{time}}. Create another one for the machines that use it.',
    worker_tokens_revoked:
      '{{email}} created them and is no longer an administrator: {{tokens}}. Workers that use them need new ones.',
    publisher_tokens_revoked:
      '{{email}} created them and is no longer an administrator: {{tokens}}. Pipelines that use them need new ones.',
    module_failing: 'Version {{version}} failed in {{errors, number}} of {{loads, number}} loads.',
    module_slow:
      'Version {{version}} took longer than {{seconds, number}} s in {{slow, number}} of {{loads, number}} loads.',
    module_disabled: 'Version {{version}} exceeded its budget, and there is no earlier version to return to.',
    module_undecided:
      'Of {{loads, number}} loads of version {{version}}, {{errors, number}} failed and {{slow, number}} were slow. It is not rolled back while only one realm reports it or there is no earlier version.',
    test: 'This is a test.',
  },
  /** Why a message could not be pushed to a device. */
  pushFailures: {
    NOT_SET_UP: 'Web push is not set up on this server',
    UNKNOWN_SERVICE: 'Not a known push service',
    INNER_ADDRESS: 'The push service is at an internal address',
    TIMED_OUT: 'The push service did not respond in time',
    UNREACHABLE: 'The push service could not be reached',
    NOT_SENT: 'The message could not be sent',
    TOO_OLD: 'The message was too old to be useful',
  },
};
