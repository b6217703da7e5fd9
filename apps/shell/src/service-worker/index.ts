import { startServiceWorker, type WorkerScope } from './service-worker';

const icon = new URL('./notification.png', import.meta.url).href;

startServiceWorker(globalThis as unknown as WorkerScope, icon);
