import { Global, Module } from '@nestjs/common';
import { DocumentController } from './document.controller';
import { WebFiles } from './web-files';

@Global()
@Module({ controllers: [DocumentController], providers: [WebFiles], exports: [WebFiles] })
export class WebModule {}
