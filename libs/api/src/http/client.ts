import { client } from '../generated/client.gen';
import { ApiError, errorOfResponse, toApiError } from './api-error';
import { failedCall } from './failed-call';
import { isQuiet } from './quiet';

// Whatever a generated call throws becomes an ApiError, but for aborts.
client.interceptors.error.use(
  (thrown: unknown, response: Response | undefined, request: Request | undefined) => {
    if (thrown instanceof ApiError || isQuiet(thrown)) return thrown;
    if (!response) return toApiError(thrown);
    return errorOfResponse(response, thrown, request && failedCall(request.method, request.url));
  },
);
