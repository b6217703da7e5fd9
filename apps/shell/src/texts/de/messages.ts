import type { Translation } from '@tessera/ui';
import type { messages as english } from '../en/messages';

const messages: Translation<typeof english> = {
  title: {
    seats_held_one: 'Plätze reserviert',
    seats_held_other: '{{count, number}} Aufgaben haben Plätze reserviert',
    seats_lapsing_one: '{{count}} Platz verfällt bald',
    seats_lapsing_other: '{{count, number}} Plätze verfallen bald',
    seats_last_call_one: 'Letzte 30 Sekunden: {{count}} Platz',
    seats_last_call_other: 'Letzte 30 Sekunden: {{count, number}} Plätze',
    queue_turn_one: 'Eine Aufgabe ist durch den Warteraum',
    queue_turn_other: '{{count, number}} Aufgaben sind durch den Warteraum',
    tickets_bought_one: 'Tickets gekauft',
    tickets_bought_other: '{{count, number}} Aufgaben haben Tickets gekauft',
    task_failed_one: 'Eine Aufgabe ist fehlgeschlagen',
    task_failed_other: '{{count, number}} Aufgaben sind fehlgeschlagen',
    task_expired_one: 'Eine Aufgabe hat ihre Plätze verloren',
    task_expired_other: '{{count, number}} Aufgaben haben ihre Plätze verloren',
    job_finished: 'Auftrag beendet',
    on_sale_soon: 'Tickets gehen bald in den Verkauf',
    user_waiting_one: 'Ein neuer Nutzer wartet auf einen Mandanten',
    user_waiting_other: '{{count, number}} neue Nutzer warten auf einen Mandanten',
    task_limit_near: '{{used, number}} von {{maximum, number}} Aufgaben belegt',
    task_limit_reached: '{{used, number}} von {{maximum, number}} Aufgaben belegt',
    login_limit_near: '{{used, number}} von {{maximum, number}} Logins belegt',
    login_limit_reached: '{{used, number}} von {{maximum, number}} Logins belegt',
    seats_reached: 'Reservierte Plätze: {{held, number}}',
    nothing_moved: 'Seit {{seconds, number}} s bewegt sich nichts',
    seats_unpaid: '{{seats}} seit {{minutes, number}} min unbezahlt',
    checks_open: '{{payments}} seit {{minutes, number}} min ungeprüft',
    still_idle: 'Seit {{minutes, number}} min keine Reaktion',
    new_sign_in: 'Neue Anmeldung bei Ihrem Konto',
    session_reused: 'Eine Ihrer Sitzungen wurde beendet',
    sessions_ended: 'Ein Administrator hat Ihre Sitzungen beendet',
    password_changed: 'Ihr Passwort wurde geändert',
    password_reset: 'Ihr Passwort wurde zurückgesetzt',
    password_set: 'Ein Administrator hat Ihr Passwort gesetzt',
    password_forgotten: 'Jemand hat sein Passwort vergessen',
    second_factor_on: 'Ihr zweiter Faktor wurde eingeschaltet',
    second_factor_off: 'Ihr zweiter Faktor wurde ausgeschaltet',
    second_factor_removed: 'Ein Administrator hat Ihren zweiten Faktor entfernt',
    calendar_feed_created: 'Eine Adresse Ihres Kalenders wurde erstellt',
    recovery_code_used: 'Einer Ihrer Wiederherstellungscodes wurde benutzt',
    worker_tokens_revoked: 'Worker-Tokens wurden widerrufen',
    publisher_tokens_revoked: 'Herausgeber-Tokens wurden widerrufen',
    module_failing: '{{subject}} wurde zurückgesetzt',
    module_slow: '{{subject}} wurde zurückgesetzt',
    module_disabled: '{{subject}} wurde ausgeschaltet',
    module_undecided: '{{subject}} braucht eine Entscheidung',
    test: 'Dieses Gerät empfängt Benachrichtigungen',
  },
  withSeats: {
    seats_held_one: '{{count}} Aufgabe hat {{seats}} reserviert',
    seats_held_other: '{{count, number}} Aufgaben haben {{seats}} reserviert',
    tickets_bought_one: '{{count}} Aufgabe hat {{seats}} gekauft',
    tickets_bought_other: '{{count, number}} Aufgaben haben {{seats}} gekauft',
    task_expired_one: '{{count}} Aufgabe hat {{seats}} verloren',
    task_expired_other: '{{count, number}} Aufgaben haben {{seats}} verloren',
  },
  seats_one: '{{count}} Platz',
  seats_other: '{{count, number}} Plätze',
  payments_one: '{{count}} Zahlung',
  payments_other: '{{count, number}} Zahlungen',
  body: {
    seats_lapsing: '{{subject}}: reserviert bis {{time}}',
    seats_last_call: '{{subject}}: reserviert bis {{time}}',
    job_finished_one: '{{subject}}: {{count}} Platz gekauft',
    job_finished_other: '{{subject}}: {{count, number}} Plätze gekauft',
    on_sale_soon: '{{subject}}: im Verkauf ab {{time}}',
    user_waiting: '{{person}}',
    user_waiting_latest: 'Zuletzt: {{subject}}',
    task_limit_near: 'Die Grenze ist fast erreicht.',
    task_limit_reached: 'Die Grenze ist erreicht: Weitere Aufgaben sind nicht möglich.',
    login_limit_near: 'Die Grenze ist fast erreicht.',
    login_limit_reached: 'Die Grenze ist erreicht: Weitere Logins sind nicht möglich.',
    seats_reached: '{{subject}}: Ihr Schwellenwert ist {{amount, number}}.',
    nothing_moved: '{{subject}}',
    seats_unpaid_one: '{{subject}}: {{count}} Platz zu bezahlen',
    seats_unpaid_other: '{{subject}}: {{count, number}} Plätze zu bezahlen',
    checks_open_one: '{{subject}}: {{count}} Zahlung zu prüfen',
    checks_open_other: '{{subject}}: {{count, number}} Zahlungen zu prüfen',
    still_idle: '{{subject}}: seit mehr als {{seconds, number}} s bewegt sich nichts',
    new_sign_in:
      'Von der Adresse {{address}}. Wenn Sie das nicht waren, beenden Sie die Sitzung und ändern Sie Ihr Passwort.',
    session_reused:
      'Ihre Anmeldung wurde von zwei Orten aus benutzt. Wenn Sie das nicht waren, ändern Sie Ihr Passwort.',
    sessions_ended: 'Melden Sie sich wieder an, um weiterzuarbeiten.',
    password_changed:
      'Alle anderen Sitzungen wurden beendet. Wenn Sie das nicht waren, wenden Sie sich sofort an einen Administrator.',
    password_reset:
      'Es wurde mit einem Link zurückgesetzt, der für Sie erstellt wurde. Wenn Sie das nicht waren, wenden Sie sich sofort an einen Administrator.',
    password_set: 'Ihre Sitzungen wurden beendet.',
    password_forgotten:
      '{{email}} kann sich nicht anmelden. Stellen Sie sicher, dass die Anfrage wirklich von dort kommt, bevor Sie einen Link weitergeben.',
    second_factor_on:
      'Zum Anmelden wird jetzt ein Code Ihrer App gebraucht. Alle anderen Sitzungen wurden beendet.',
    second_factor_off:
      'Zum Anmelden genügt Ihr Passwort. Alle anderen Sitzungen wurden beendet. Wenn Sie das nicht waren, ändern Sie Ihr Passwort sofort.',
    second_factor_removed:
      'Ihre Sitzungen wurden beendet. Zum Anmelden genügt Ihr Passwort. Unter Ihrem Konto schalten Sie den zweiten Faktor wieder ein.',
    calendar_feed_created:
      'Wer sie hat, liest Ihren Kalender ohne Anmeldung. Wenn Sie das nicht waren, beenden Sie sie und ändern Sie Ihr Passwort.',
    recovery_code_used_one:
      '{{count}} Code ist übrig. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an einen Administrator.',
    recovery_code_used_other:
      '{{count}} Codes sind übrig. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an einen Administrator.',
    worker_tokens_revoked:
      '{{email}} hat sie erstellt und ist kein Administrator mehr: {{tokens}}. Worker, die sie benutzen, brauchen neue.',
    publisher_tokens_revoked:
      '{{email}} hat sie erstellt und ist kein Administrator mehr: {{tokens}}. Pipelines, die sie benutzen, brauchen neue.',
    module_failing:
      'Version {{version}} ist bei {{errors, number}} von {{loads, number}} Ladevorgängen fehlgeschlagen.',
    module_slow:
      'Version {{version}} brauchte bei {{slow, number}} von {{loads, number}} Ladevorgängen länger als {{seconds, number}} s.',
    module_disabled:
      'Version {{version}} hat ihr Budget überschritten, und es gibt keine frühere Version, zu der zurückgesetzt werden könnte.',
    module_undecided:
      'Von {{loads, number}} Ladevorgängen der Version {{version}} sind {{errors, number}} fehlgeschlagen und {{slow, number}} waren langsam. Sie wird nicht zurückgesetzt, solange nur ein Realm das meldet oder es keine frühere Version gibt.',
    test: 'Dies ist ein Test.',
  },
};

export default messages;
