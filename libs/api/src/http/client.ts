import { client } from '../generated/client.gen';
import { isAbortOrTimeout } from './abort-or-timeout';
import { ApiError, errorOfResponse, toApiError } from './api-error';
import { failedCall } from './failed-call';

// Every error of a generated call becomes an ApiError, except aborts and timeouts.
client.interceptors.error.use(
  (thrown: unknown, response: Response | undefined, request: Request | undefined) => {
    if (thrown instanceof ApiError || isAbortOrTimeout(thrown)) return thrown;
    if (!response) return toApiError(thrown);
    return errorOfResponse(response, thrown, request && failedCall(request.method, request.url));
  },
);
