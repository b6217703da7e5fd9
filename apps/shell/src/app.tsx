import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { LiveContext, type LiveStream, serverNow } from '@tessera/api';
import { type ModuleRegistry } from '@tessera/federation';
import { RouterProvider, type RouterProviderProps } from '@tessera/federation/router';
import { LocaleProvider, ThemeRoot } from '@tessera/ui';
import { RegistryContext } from './remotes/registry-context';
import { RecentSignIn } from './session/recent-sign-in';
import { RequestWaitBar } from './session/request-wait-bar';

export interface AppProps {
  router: RouterProviderProps['router'];
  queryClient: QueryClient;
  live: LiveStream;
  registry: ModuleRegistry;
  /** The page's CSP nonce, for style elements. */
  nonce?: string | undefined;
}

/** The shell in strict mode. */
export const App = (props: AppProps) => (
  <StrictMode>
    <AppRoot {...props} />
  </StrictMode>
);

/** The pages, within the providers that the shell and the remotes need. */
export function AppRoot({ router, queryClient, live, registry, nonce }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <LiveContext value={live}>
        <RegistryContext value={registry}>
          <ThemeRoot nonce={nonce}>
            <LocaleProvider now={serverNow}>
              <RouterProvider router={router} />
              <RecentSignIn />
              <RequestWaitBar />
            </LocaleProvider>
          </ThemeRoot>
        </RegistryContext>
      </LiveContext>
    </QueryClientProvider>
  );
}
