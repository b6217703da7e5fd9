import { type ReactNode, useEffect } from 'react';
import { MosaicBackground } from '@tessera/ui';
import { Paper } from '@tessera/ui/mui';
import { styled } from '@tessera/ui/mui';
import { useBrowserLanguage } from '../features/account/use-language';

const Background = styled('main')(({ theme: { vars } }) => ({
  position: 'relative',
  minHeight: '100dvh',
  display: 'grid',
  placeItems: 'center',
  padding: '16px 16px 46px',
  overflow: 'hidden',
  backgroundColor: vars.palette.mosaic.ground,
}));

/** The centred card of the pages before signing in, on a background of seats. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  useBrowserLanguage();
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  return (
    <Background>
      <MosaicBackground />
      <Paper
        sx={{
          position: 'relative',
          width: '100%',
          maxWidth: 400,
          px: { xs: 2.5, sm: 4 },
          py: 4,
          borderRadius: '12px',
          textAlign: 'center',
          border: 0,
          boxShadow: '0 24px 64px -12px rgb(36 27 43 / 34%)',
        }}
      >
        {children}
      </Paper>
    </Background>
  );
}
