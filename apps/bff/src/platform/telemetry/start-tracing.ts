import type { TracingSettings } from '../config/tracing-settings';
import type { StartedTracing } from './tracing';

/** Loads and starts the SDK where an endpoint is set. Without one its packages aren't loaded at all. */
export async function startTracing(settings: TracingSettings | null): Promise<StartedTracing | null> {
  if (!settings) return null;
  const { startSdk } = await import(/* webpackMode: "eager" */ './sdk');
  return startSdk(settings);
}
