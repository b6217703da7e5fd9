import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../platform/access/permit';
import { Returns } from '../../platform/http/responses';
import { AnnouncementDto, AnnouncementQuery, ShellContractDto } from './announcement.dto';
import { AnnouncementService } from './announcement.service';
import { ShellContracts } from './shell-contracts';

/** The modules that a page loads, and what they may expect of it. */
@ApiTags('modules')
@Controller('modules')
export class ModulesController {
  constructor(
    private readonly announcement: AnnouncementService,
    private readonly shellContracts: ShellContracts,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the modules that the shell loads',
    description: 'Public, for the sign-in page; with a bearer, the releases for its user.',
  })
  @Public()
  @Returns(AnnouncementDto)
  get(@Req() request: FastifyRequest, @Query() query: AnnouncementQuery): Promise<AnnouncementDto> {
    return this.announcement.announce(request, query.shell);
  }

  @Get('contract')
  @ApiOperation({ summary: 'Get what the shell provides to modules' })
  @Public()
  @Returns(ShellContractDto)
  async contract(): Promise<ShellContractDto> {
    return (await this.shellContracts.readOwn()).contract;
  }
}
