import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

/**
 * A part of the federation runtime of every build (webpack/web-config.mjs): what is shared and could not be fetched is
 * asked for anew the next time. The runtime by itself remembers the failure for as long as the page is open.
 */
export default function forgetFailedShare(): ModuleFederationRuntimePlugin {
  return {
    name: 'tessera-forget-failed-share',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap))
        for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
    },
  };
}
