import { Body, Controller, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentPublisher, type PublisherIdentity } from '../../platform/access/caller';
import { PublisherAuth } from '../../platform/access/permit';
import { AcceptsBytes } from '../../platform/http/bytes';
import { IdParam } from '../../platform/http/parameters';
import { Empty, Returns, ReturnsEither } from '../../platform/http/responses';
import { CurrentScope, type Scope } from '../../platform/realm-scope/scope';
import { PublishedReleaseDto, ReleaseInput, ReleaseUploadDto } from './publishing.dto';
import { UploadsService } from './uploads.service';

/** Publishers upload releases with their tokens. */
@ApiTags('publishing')
@Controller('publishing')
export class PublishingController {
  constructor(private readonly uploads: UploadsService) {}

  @Post('releases')
  @ApiOperation({
    summary: 'Begin to publish a release',
    description:
      'Answers the files to upload within an hour, or the release when it is published already with this content.',
  })
  @PublisherAuth('publish')
  @ReturnsEither(ReleaseUploadDto, PublishedReleaseDto)
  begin(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @Body() body: ReleaseInput,
  ) {
    return this.uploads.begin(scope, publisher, body);
  }

  @Put('releases/:uploadId/files/:sha256')
  @ApiOperation({ summary: 'Upload a file of a release', description: 'Sending a file again does no harm.' })
  @ApiParam({ name: 'sha256', description: 'SHA-256 of the file in lower-case hexadecimal' })
  @PublisherAuth('publish')
  @AcceptsBytes()
  @Empty()
  receive(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @IdParam('uploadId') uploadId: number,
    @Param('sha256') sha256: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.uploads.receive(scope, publisher, { uploadId, sha256 }, request, reply);
  }

  @Post('releases/:uploadId/complete')
  @ApiOperation({
    summary: 'Publish a release whose files are uploaded',
    description: 'Nobody is given the release by that. Completing it again answers the same release.',
  })
  @PublisherAuth('publish')
  @Returns(PublishedReleaseDto)
  complete(
    @CurrentScope() scope: Scope,
    @CurrentPublisher() publisher: PublisherIdentity,
    @IdParam('uploadId') uploadId: number,
  ) {
    return this.uploads.complete(scope, publisher, uploadId);
  }
}
