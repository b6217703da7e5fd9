import { Controller, Get } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { ApiErrorFilter } from '../errors/api-error.filter';
import { Public } from './permit';
import { PermitGuard } from './permit.guard';

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

it('refuses a route that declares neither a permission nor that it is public', async () => {
  const module = await Test.createTestingModule({
    controllers: [Routes],
    providers: [
      { provide: APP_GUARD, useClass: PermitGuard },
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
