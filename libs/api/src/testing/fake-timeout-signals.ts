/** Jest's fake timers don't drive `AbortSignal.timeout`. */
export function fakeTimeoutSignals(): void {
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(new DOMException('signal timed out', 'TimeoutError')), milliseconds);
    return timeout.signal;
  });
}
