import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { setSessionUser, toUser, type User, useServerNow, useUser, viewAsEnd } from '@tessera/api';
import { consolePath } from '@tessera/domain';
import { useLocation, useNavigate } from '@tessera/federation/router';
import { useAction, VisuallyHidden } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useViewTexts } from './texts';

const MINUTE_MS = 60_000;

/** Where the view began; the history entry of its first page says it. */
function useOrigin(): string {
  const state = useLocation().state as { viewedFrom?: string } | null;
  const [origin] = useState(() => consolePath(state?.viewedFrom) ?? '/users');
  return origin;
}

/** Says on every page that an administrator views it as somebody else, for how long still, and ends the view. */
export function ViewBanner() {
  const user = useUser();
  return user.viewing ? <Banner user={user} viewing={user.viewing} /> : null;
}

function Banner({ user, viewing }: { user: User; viewing: NonNullable<User['viewing']> }) {
  const t = useViewTexts();
  const navigate = useNavigate();
  const { attempt } = useAction();
  const origin = useOrigin();
  const left = Date.parse(viewing.until) - useServerNow();
  const hasEnded = viewing.has_ended || left <= 0;
  const name = user.name || user.email;
  const { mutateAsync: end, isPending } = useMutation({
    mutationFn: async () => toUser((await viewAsEnd()).data),
  });
  const endView = () =>
    attempt(async () => {
      setSessionUser(await end());
      await navigate(origin);
    }, null);
  return (
    <Box
      role="region"
      aria-label={t('region', { name })}
      sx={({ vars }) => ({
        display: 'flex',
        flexWrap: 'wrap',
        flex: 'none',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        px: { xs: 2, sm: 3 },
        py: 0.75,
        minHeight: 44,
        typography: 'body2',
        // Inverted, so that it differs from every page in both themes.
        color: vars.palette.background.paper,
        backgroundColor: vars.palette.text.primary,
      })}
    >
      <Eye size={18} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box sx={{ minWidth: 0, flex: '1 1 200px', overflowWrap: 'anywhere' }}>
        <strong>{t(hasEnded ? 'endedTitle' : 'title', { name })}</strong>{' '}
        {hasEnded
          ? t('endedText')
          : `· ${t('minutes', { count: Math.ceil(left / MINUTE_MS) })} · ${t('readOnly')} ${t('reason', { reason: viewing.reason })}`}
      </Box>
      {/* Announced when the view begins and when its time is over, not with every minute. */}
      <VisuallyHidden role="status">
        {hasEnded ? `${t('endedTitle', { name })}. ${t('endedText')}` : t('begun', { name })}
      </VisuallyHidden>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        disabled={isPending}
        onClick={() => void endView()}
      >
        {t('end')}
      </Button>
    </Box>
  );
}
