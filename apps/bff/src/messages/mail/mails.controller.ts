import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnySession, Permit } from '../../platform/access/permit';
import { IdParam } from '../../platform/http/parameters';
import { Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { MailDto, MailListQuery, MailSenderDto } from './mails.dto';
import { MailsService } from './mails.service';

/** The outbox of mails, for administrators. */
@ApiTags('mails')
@Controller('mails')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @ApiOperation({
    summary: 'List mails',
    description: 'Those that wait, were sent in the last 30 days, or could not be sent.',
  })
  @Permit('admin', 'all')
  @Lists(MailDto)
  list(@CurrentScope() scope: Scope, @Query() query: MailListQuery) {
    return this.mails.list(scope, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a mail' })
  @Permit('admin', 'all')
  @Returns(MailDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.mails.get(scope, id);
  }

  @Post(':id/repeat')
  @ApiOperation({
    summary: 'Send a dead mail again',
    description: 'Queues it as if it were new. One that is not dead stays as it is.',
  })
  @Permit('admin', 'all')
  @Returns(MailDto, { versioned: true })
  repeat(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.mails.repeat(scope, id);
  }
}

/** Whether the server sends mail, for everybody who is signed in. */
@ApiTags('mails')
@Controller('mail-sender')
export class MailSenderController {
  constructor(private readonly mails: MailsService) {}

  @Get()
  @ApiOperation({ summary: 'Get the address that mail is sent from' })
  @AnySession()
  @Returns(MailSenderDto)
  get(): MailSenderDto {
    return this.mails.sender();
  }
}
