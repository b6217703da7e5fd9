import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useEffect } from 'react';
import { addressInRehearsal, getRehearsal, keysOf, rehearsalOf, rehearsalsGet } from '@tessera/api';
import { useLocation, useNavigate } from '@tessera/federation/router';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../texts';

/** Keeps the rehearsal in the address on every page, so that a link or a reload shows the same. */
function useRehearsalInAddress(id: number): void {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search, hash } = location;
  const state: unknown = location.state;
  useEffect(() => {
    if (rehearsalOf(search) === id) return;
    void navigate(addressInRehearsal(pathname + search + hash, id), {
      replace: true,
      state,
    });
  }, [id, pathname, search, hash, state, navigate]);
}

/** Says on every page within a rehearsal that nothing here is real, and leads out of it. */
export function RehearsalBanner() {
  const id = getRehearsal();
  return id === null ? null : <Banner id={id} />;
}

function Banner({ id }: { id: number }) {
  const t = useTexts();
  useRehearsalInAddress(id);
  const { data } = useQuery({
    queryKey: keysOf('rehearsals').one(id),
    queryFn: async ({ signal }) => (await rehearsalsGet({ path: { id }, signal })).data,
    staleTime: 60_000,
  });
  const name = data?.name;
  return (
    <Box
      role="region"
      aria-label={t('rehearsal.region')}
      sx={({ vars }) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: { xs: 2, sm: 3 },
        py: 0.5,
        minHeight: 40,
        typography: 'body2',
        color: vars.palette.text.primary,
        backgroundColor: vars.palette.background.paper,
        borderTop: `3px solid ${vars.palette.warning.main}`,
        backgroundImage: `repeating-linear-gradient(-45deg, rgba(${vars.palette.warning.mainChannel} / 0.14) 0 10px, transparent 10px 20px)`,
      })}
    >
      <FlaskConical size={18} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
      <Box sx={{ minWidth: 0, flex: 1, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <strong>{name === undefined ? t('rehearsal.title') : t('rehearsal.named', { name })}</strong>{' '}
        {t('rehearsal.text')}
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        href={addressInRehearsal(`/rehearsals/${id}`, null)}
      >
        {t('rehearsal.leave')}
      </Button>
    </Box>
  );
}
