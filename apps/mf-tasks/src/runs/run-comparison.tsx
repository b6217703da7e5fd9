import { Link } from '@tessera/federation/router';
import { Box, Link as MuiLink } from '@tessera/ui/mui';
import { useTexts } from '../texts';
import { useIsTight } from '../use-is-tight';
import { ComparisonTable } from './comparison-table';
import type { Figure, Run } from './run-figures';

/** The figures of a run; beside them those of another one, of which only what both have. */
export function RunFigures({ run, other, label }: { run: Run; other: Run | null; label: string }) {
  const t = useTexts();
  // Both values say it too.
  const isNarrow = useIsTight(700);
  if (other === null)
    return (
      <ComparisonTable
        label={label}
        numeric
        rows={run.figures.map(({ key, name, text }) => ({ key, cells: [name, text] }))}
      />
    );
  const pairs = run.figures.flatMap((figure) => {
    const than = other.figures.find(({ key }) => key === figure.key);
    return than ? [{ figure, than }] : [];
  });
  return (
    <ComparisonTable
      label={label}
      numeric
      headers={[
        t('rehearsals.figure'),
        run.label,
        <MuiLink key="other" component={Link} to={other.to} underline="always">
          {other.label}
        </MuiLink>,
        ...(isNarrow ? [] : [t('jobPage.compare.difference')]),
      ]}
      rows={pairs.map(({ figure, than }) => ({
        key: figure.key,
        cells: [
          figure.name,
          <Valued key="own" figure={figure} than={than} />,
          than.text,
          ...(isNarrow ? [] : [differenceText(figure, than)]),
        ],
      }))}
    />
  );
}

/** A value, and in words where it is better than the other one. */
function Valued({ figure, than }: { figure: Figure; than: Figure }) {
  const t = useTexts();
  const { text, number, lessIsBetter } = figure;
  if (lessIsBetter === null || number === null || than.number === null || number === than.number) return text;
  const isBetter = number < than.number === lessIsBetter;
  return (
    <>
      {text}{' '}
      <Box
        component="span"
        sx={{ ml: 0.5, typography: 'caption', color: isBetter ? 'success.main' : 'text.secondary' }}
      >
        {isBetter ? t('rehearsals.better') : t('rehearsals.worse')}
      </Box>
    </>
  );
}

/** From the run to the other one: "+3 s", "−2", "=", "–" where a side has no value. */
function differenceText({ number, format }: Figure, than: Figure): string {
  if (number === null || than.number === null) return '–';
  if (number === than.number) return '=';
  if (format === null) return '';
  const difference = than.number - number;
  return `${difference > 0 ? '+' : '−'}${format(Math.abs(difference))}`;
}
