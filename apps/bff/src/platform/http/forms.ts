import { applyDecorators, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';

/** The media type of a form, as browsers and identity providers send it. */
export const FORM = 'application/x-www-form-urlencoded';

/** The route takes its body as a form and not as JSON: another standard says so. */
export const AcceptsForms = (type: Type) =>
  applyDecorators(RouteConfig({ acceptsForms: true }), ApiConsumes(FORM), ApiBody({ type }));
