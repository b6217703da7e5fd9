import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Permit, PermitAct } from '../../platform/access/permit';
import { IdParam, IfMatch } from '../../platform/http/parameters';
import { Creates, Empty, Lists, Returns, SupportsIfMatch } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { TemplateChange, TemplateDto, TemplateInput, TemplateListQuery } from './templates.dto';
import { TemplatesService } from './templates.service';

/** Templates, for those with write alone. */
@ApiTags('templates')
@Controller('templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get()
  @ApiOperation({ summary: 'List templates' })
  @PermitAct('readTemplates')
  @Lists(TemplateDto)
  list(@CurrentScope() scope: Scope, @Query() query: TemplateListQuery) {
    return this.templates.list(scope, query);
  }

  @Post()
  @ApiOperation({ summary: 'Create a template' })
  @Permit('write')
  @Creates(TemplateDto, { versioned: true })
  create(@CurrentScope() scope: Scope, @Body() input: TemplateInput) {
    return this.templates.create(scope, input);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a template' })
  @PermitAct('readTemplates')
  @Returns(TemplateDto, { versioned: true })
  get(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.templates.get(scope, id);
  }

  @Put(':id')
  @ApiOperation({ summary: 'Update a template', description: 'Only the fields that are sent change.' })
  @Permit('write')
  @Returns(TemplateDto, { versioned: true })
  @SupportsIfMatch()
  update(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @Body() change: TemplateChange,
    @IfMatch() ifMatch: string | undefined,
  ) {
    return this.templates.change(scope, id, change, ifMatch);
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a template' })
  @Permit('write')
  @Empty()
  @SupportsIfMatch()
  remove(
    @CurrentScope() scope: Scope,
    @IdParam() id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.templates.remove(scope, id, ifMatch);
  }

  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a template deleted in the last 30 days' })
  @Permit('write')
  @Returns(TemplateDto, { versioned: true })
  restore(@CurrentScope() scope: Scope, @IdParam() id: number) {
    return this.templates.restore(scope, id);
  }
}
