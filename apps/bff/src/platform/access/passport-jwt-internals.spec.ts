import { createSecretKey, type KeyObject } from 'node:crypto';
import { JwtService } from '@nestjs/jwt';
import { Strategy } from 'passport-jwt';
import { providedKey } from './passport-jwt-internals';

const SECRET = 'a signing secret that is long enough';

type Outcome = { payload?: unknown; failure?: unknown };

/** The outcome of passport-jwt's strategy for a token and a key. */
const authenticate = (key: KeyObject, token: string) =>
  new Promise<Outcome>((resolve, reject) => {
    const strategy = new Strategy(
      {
        jwtFromRequest: () => token,
        secretOrKeyProvider: (_request, _token, done) => done(null, providedKey(key)),
      },
      (payload: object, done: (error: null, user: object) => void) => done(null, payload),
    );
    Object.assign(strategy, {
      success: (payload: unknown) => resolve({ payload }),
      fail: (failure: unknown) => resolve({ failure }),
      error: reject,
    });
    strategy.authenticate({} as never);
  });

test('passport-jwt verifies tokens by a KeyObject', async () => {
  const key = createSecretKey(Buffer.from(SECRET));
  const token = new JwtService().sign({ sub: '7' }, { secret: Buffer.from(SECRET) });
  expect((await authenticate(key, token)).payload).toMatchObject({ sub: '7' });
  const other = createSecretKey(Buffer.from('another secret that is long enough as well'));
  expect((await authenticate(other, token)).failure).toMatchObject({ message: 'invalid signature' });
});
