import { useLiveFigures } from '@tessera/api';
import { Link, Navigate } from '@tessera/federation/router';
import { EmptyState, Lines, Page, PageHeader, Panel, PanelPage, QueryContent } from '@tessera/ui';
import { Button, Link as MuiLink } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** /waiting: the events with waiting places, each with its board; a single one opens at once. */
export function WaitingEventsPage() {
  const t = useTexts();
  const figures = useLiveFigures();
  const events = figures.data?.events.filter(({ waiting }) => waiting > 0) ?? [];
  const [only] = events;
  if (only && events.length === 1) return <Navigate to={`/on-sale/${only.event_id}/waiting`} replace />;
  return (
    <Page>
      <PageHeader title={t('waiting.title')} />
      <QueryContent
        query={figures}
        loading={t('words.loading')}
        skeletons={[160]}
        empty={{
          when: () => events.length === 0,
          show: (
            <EmptyState
              action={
                <Button component={Link} to="/queueitlinks">
                  {t('waiting.links')}
                </Button>
              }
            >
              {t('waiting.nobody')}
            </EmptyState>
          ),
        }}
      >
        {() => (
          <PanelPage>
            <Panel title={t('waiting.events')} sx={{ maxWidth: 720 }}>
              <Lines>
                {events.map(({ event_id, name, waiting }) => (
                  <li key={event_id}>
                    <span className="words">
                      <MuiLink component={Link} to={`/on-sale/${event_id}/waiting`} className="title">
                        {name}
                      </MuiLink>
                    </span>
                    <span className="end">{t('waiting.places', { count: waiting })}</span>
                  </li>
                ))}
              </Lines>
            </Panel>
          </PanelPage>
        )}
      </QueryContent>
    </Page>
  );
}
