import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * A part of the federation runtime of every build (webpack/web-config.mjs): what is shared and could not be fetched is
 * asked for anew the next time. The runtime by itself remembers the failure for as long as the page is open.
 */
export default function retryFailedShares(): ModuleFederationRuntimePlugin {
  return {
    name: 'tessera-retry-failed-shares',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap))
        for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
    },
  };
}
