import { ApiError, useMayAct } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { EmptyState, Page, PageHeader, PanelPage, useAction } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useRestoreJob } from './jobs.api';

/** Whether the server has no such job, or it was deleted. */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 404;

/** In place of a job that doesn't exist, or that was deleted and can be restored. */
export function MissingJob({ id, error }: { id: string; error: ApiError | null }) {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const { attempt } = useAction();
  const { mutateAsync: restore, isPending } = useRestoreJob();
  const isDeleted = error?.reason === 'DELETED';
  const known = error?.context.name;
  const name = typeof known === 'string' ? known : t('words.numbered', { id });
  return (
    <Page>
      <PageHeader title={isDeleted ? name : t('jobPage.noJob')} />
      <PanelPage>
        <EmptyState
          action={
            isDeleted && mayLaunch ? (
              <Button
                variant="contained"
                disabled={isPending}
                onClick={() =>
                  void attempt(
                    () => restore(Number(id)),
                    () => t('words.restored', { name }),
                  )
                }
              >
                {t('jobPage.restore')}
              </Button>
            ) : (
              <Button component={Link} to="/jobs">
                {t('jobPage.toJobs')}
              </Button>
            )
          }
        >
          {isDeleted ? t('jobPage.deleted', { name }) : t('jobPage.missing', { id })}
        </EmptyState>
      </PanelPage>
    </Page>
  );
}
