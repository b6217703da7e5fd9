import { Controller, Get } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import passport from 'passport';
import { ApiErrorFilter } from '../errors/api-error.filter';
import { AccessGuard } from './access.guard';
import { userCaller } from './caller';
import { JwtStrategy } from './jwt.strategy';
import { Public } from './permit';
import { RateLimit } from './rate-limit';
import { RecentSignIn } from './recent-sign-in';
import { RehearsalEntry } from './rehearsal-entry';
import { TokenStrategies } from './token-strategies';

@Controller()
class Routes {
  @Get('declared')
  @Public()
  declared() {
    return {};
  }

  @Get('undeclared')
  undeclared() {
    return {};
  }
}

/** Accepts every request as an administrator's. */
class EveryRequest extends passport.Strategy {
  override readonly name = 'every-request';

  override authenticate(): void {
    const account = {
      userId: 1,
      email: 'admin@quayside.example',
      name: '',
      role: 'admin',
      duties: [],
      realmId: null,
      realmSuspended: false,
      separateReversal: false,
      serviceTokenId: null,
      viewer: null,
      secondFactorDue: false,
      sessionId: 's',
    } as const;
    this.success(userCaller({ id: 'r', ip: '203.0.113.7' }, account));
  }
}

it('rejects a route that declares neither a permission nor that it is public', async () => {
  const strategy = new EveryRequest();
  passport.use(strategy.name, strategy);
  const module = await Test.createTestingModule({
    controllers: [Routes],
    providers: [
      { provide: JwtStrategy, useValue: strategy },
      TokenStrategies,
      { provide: RateLimit, useValue: { count: () => undefined } },
      { provide: RecentSignIn, useValue: {} },
      { provide: RehearsalEntry, useValue: { enter: () => undefined } },
      { provide: APP_GUARD, useClass: AccessGuard },
      { provide: APP_FILTER, useClass: ApiErrorFilter },
    ],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  await app.init();
  const status = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await status('/declared')).toBe(200);
  expect(await status('/undeclared')).toBe(403);
  await app.close();
});
