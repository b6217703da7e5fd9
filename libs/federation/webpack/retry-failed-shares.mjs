/**
 * A plugin of the federation runtime in every build: fetches a shared module again after a failure, which the runtime itself
 * would remember until the page is reloaded.
 *
 * @returns {import('@module-federation/enhanced/runtime').ModuleFederationRuntimePlugin}
 */
export default function retryFailedShares() {
  return {
    name: 'tessera-retry-failed-shares',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap))
        for (const share of Object.values(scope[pkgName] ?? {})) if (!share.loaded) share.loading = null;
    },
  };
}
