import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPublisher, type PublisherIdentity } from '../../platform/access/caller';
import { PublisherAuth } from '../../platform/access/permit';
import { ErrorResponses, Lists, Returns } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { ModuleSettingsDto } from '../registry/settings.dto';
import { PublishedModulesService } from './published-modules.service';
import { CanaryInput, PromotionInput, ReleaseVerificationDto, RollbackInput } from './publishing.dto';
import { VerificationService } from './verification.service';

/** Publishers see and choose with their tokens which of their releases pages load. */
@ApiTags('publishing')
@Controller('publishing/modules')
export class PublishedModulesController {
  constructor(
    private readonly modules: PublishedModulesService,
    private readonly verification: VerificationService,
  ) {}

  @Get()
  @ApiOperation({ summary: "List the token's modules with their releases and who gets them" })
  @PublisherAuth()
  @Lists(ModuleSettingsDto)
  list(@CurrentScope() scope: Scope, @CurrentPublisher() publisher: PublisherIdentity) {
    return this.modules.list(scope, publisher);
  }

  @Get(':name/releases/:version/verify')
  @ApiOperation({
    summary: 'Check the stored files and the signature of a release again',
    description: '409 with what is wrong.',
  })
  @PublisherAuth()
  @ErrorResponses(409)
  @Returns(ReleaseVerificationDto)
  verify(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
    @Param('version') version: string,
  ) {
    return this.verification.verify(scope, publisher, name, version);
  }

  @Post(':name/promote')
  @ApiOperation({ summary: 'Give a release to everybody' })
  @PublisherAuth('release')
  @Returns(ModuleSettingsDto)
  promote(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
    @Body() { version }: PromotionInput,
  ) {
    return this.modules.promote(scope, publisher, name, version);
  }

  @Post(':name/canary')
  @ApiOperation({ summary: 'Give a release to one realm or to a share of the users' })
  @PublisherAuth('release')
  @Returns(ModuleSettingsDto)
  setCanary(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
    @Body() input: CanaryInput,
  ) {
    return this.modules.setCanary(scope, publisher, name, input);
  }

  @Post(':name/rollback')
  @ApiOperation({ summary: 'Take back the canaries or, without any, the stable release' })
  @PublisherAuth('release')
  @Returns(ModuleSettingsDto)
  rollBack(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
    @Body() { channel }: RollbackInput,
  ) {
    return this.modules.rollBack(scope, publisher, name, channel);
  }

  @Post(':name/disable')
  @ApiOperation({ summary: 'Let no page load the module' })
  @PublisherAuth('release')
  @Returns(ModuleSettingsDto)
  disable(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
  ) {
    return this.modules.setEnabled(scope, publisher, name, false);
  }

  @Post(':name/enable')
  @ApiOperation({ summary: 'Let pages load the module again' })
  @PublisherAuth('release')
  @Returns(ModuleSettingsDto)
  enable(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Param('name') name: string,
  ) {
    return this.modules.setEnabled(scope, publisher, name, true);
  }
}
