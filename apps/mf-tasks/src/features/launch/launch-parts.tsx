import { VisuallyHidden } from '@tessera/ui';
import type { WizardStep } from '@tessera/ui/forms';
import { Link, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

const Parts = styled('dl')(({ theme: { vars, typography, breakpoints } }) => ({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 8,
  overflow: 'clip',
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 8,
    alignContent: 'start',
    padding: '8px 12px',
    boxShadow: `-1px -1px 0 0 ${vars.palette.line.subtle}`,
  },
  '& dt': { ...typography.caption, color: vars.palette.text.secondary },
  '& dd': { margin: 0, gridColumn: '1 / -1', gridRow: 2, overflowWrap: 'anywhere' },
  '& dd.change': { ...typography.caption, gridColumn: 2, gridRow: 1 },
  [breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

export interface LaunchPartsProps {
  /** The steps of the wizard with their choices. */
  parts: readonly WizardStep[];
  onChange: (step: number) => void;
}

/** What is launched, with a button to change each part. */
export function LaunchParts({ parts, onChange }: LaunchPartsProps) {
  const t = useTexts();
  return (
    <Parts>
      {parts.map(({ label, summary }, step) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{summary ?? '–'}</dd>
          <dd className="change">
            <Link component="button" type="button" onClick={() => onChange(step)} sx={{ fontWeight: 550 }}>
              {t('launch.change')}
              <VisuallyHidden> {label}</VisuallyHidden>
            </Link>
          </dd>
        </div>
      ))}
    </Parts>
  );
}
