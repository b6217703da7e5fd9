import { Box, Link } from '@mui/material';
import { lazy, Suspense } from 'react';
import { useTexts } from './texts';
import type { SavedViews } from './list-backend';
import { useDefaultView } from './use-default-view';
import type { ListState } from './use-list-state';
import { useViewsControl } from './use-views-control';
import { ViewsMenu } from './views-menu';

/** Fetched when it is opened: it needs the form library. */
const ViewDialog = lazy(() => import('./view-dialog'));

/** Saved views at the end of a list's filters: the menu, and a link that saves what was just put together. */
export function ListViews({ saved, state }: { saved: SavedViews; state: ListState }) {
  const t = useTexts();
  const control = useViewsControl(saved, state);
  const { current, changed, dialog } = control;
  useDefaultView(saved, state);
  const unsaved = !control.plain && (current === undefined || changed) && saved.views !== undefined;
  const edited = dialog === 'edit' ? (current ?? null) : null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: 'none' }}>
      {unsaved ? (
        <Link
          component="button"
          type="button"
          underline="hover"
          onClick={control.startNew}
          sx={{ typography: 'caption', fontWeight: 550, px: 0.5, minHeight: 24 }}
        >
          {t('views.save')}
        </Link>
      ) : null}
      <ViewsMenu saved={saved} control={control} />
      {dialog ? (
        <Suspense fallback={null}>
          <ViewDialog
            view={edited}
            isDefault={edited !== null && edited.id === saved.defaultId}
            mayShare={saved.mayShare}
            onSave={control.submit}
            onClose={control.endDialog}
          />
        </Suspense>
      ) : null}
    </Box>
  );
}
