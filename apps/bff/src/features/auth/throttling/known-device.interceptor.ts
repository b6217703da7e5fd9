import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Observable, tap } from 'rxjs';
import type { SessionDto } from '../auth.dto';
import { clientOf } from '../client';
import { KnownDevices } from './known-devices';

/** Makes the device of a successful sign-in known, for routes that return a new session. */
@Injectable()
export class KnownDeviceInterceptor implements NestInterceptor<SessionDto, SessionDto> {
  constructor(private readonly devices: KnownDevices) {}

  intercept(context: ExecutionContext, next: CallHandler<SessionDto>): Observable<SessionDto> {
    const http = context.switchToHttp();
    const client = clientOf(http.getRequest<FastifyRequest>());
    return next
      .handle()
      .pipe(tap(({ user }) => this.devices.remember(http.getResponse<FastifyReply>(), client, user.id)));
  }
}
