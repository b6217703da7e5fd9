import { SqlMigration } from './sql-migration';

/** Which of the thresholds in people's preferences are crossed now, so that each crossing is reported once. */
export class NotificationAlerts extends SqlMigration {
  readonly name = 'NotificationAlerts1763600000170';
  protected readonly sql = `
CREATE TABLE notification_alerts (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  alert text NOT NULL CHECK (char_length(alert) <= 100),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, alert)
);
COMMENT ON COLUMN notification_alerts.alert IS 'kind, amount, event and job of a threshold that is crossed';
GRANT SELECT, INSERT, DELETE ON notification_alerts TO tessera_all;
`;
}
