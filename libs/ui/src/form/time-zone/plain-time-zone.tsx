import { lazy, Suspense } from 'react';
import { PlainTextField } from '../plain-text-field';
import type { PlainTimeZoneProps } from './time-zone-props';

/** The zone until the choice is there, or when it can't be fetched. */
const ShownZone = ({ label, value, empty = '', help, error }: PlainTimeZoneProps) => (
  <PlainTextField
    label={label}
    value={value || empty}
    onChange={() => undefined}
    readOnly
    help={help}
    error={error}
  />
);

const ZoneChoice = lazy(() =>
  import('./zone-choice').then(
    (choice) => ({ default: choice.ZoneChoice }),
    () => ({ default: ShownZone }),
  ),
);

/** A time zone, found by typing its city or region and shown with its present offset; inside a form use TimeZoneField. */
export const PlainTimeZone = (props: PlainTimeZoneProps) => (
  <Suspense fallback={<ShownZone {...props} />}>
    <ZoneChoice {...props} />
  </Suspense>
);
