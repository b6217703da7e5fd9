import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnySession } from '../../platform/access/permit';
import { Answers } from '../../platform/http/answers';
import { VapidKeyDto } from './notifications.dto';
import { SubscriptionsService } from './subscriptions.service';

/** The public key for web push subscriptions. */
@ApiTags('notifications')
@Controller('vapid-public-key')
export class VapidKeyController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Get()
  @ApiOperation({ summary: 'Get the public key for push subscriptions' })
  @AnySession()
  @Answers(VapidKeyDto)
  get(): VapidKeyDto {
    return { public_key: this.subscriptions.publicKey() };
  }
}
