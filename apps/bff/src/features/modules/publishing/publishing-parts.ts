import { PublishedModulesController } from './published-modules.controller';
import { PublishedModulesService } from './published-modules.service';
import { PublishedReleasesRepository } from './published-releases.repository';
import {
  ModuleKey,
  ModulePublisher,
  ModuleToken,
  ModuleUpload,
  ModuleUploadBudget,
} from './publisher.entity';
import { ModulePublishersController } from './publishers.controller';
import { PublishersRepository } from './publishers.repository';
import { PublishersService } from './publishers.service';
import { PublishingController } from './publishing.controller';
import { ReleaseChecks } from './release-checks';
import { ReleaseRecorder } from './release-recorder';
import { RouteOwnership } from './route-ownership';
import { StoredFiles } from './stored-files';
import { UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';
import { VerificationService } from './verification.service';

/** What publishing contributes to the module. */
export const publishingEntities = [ModuleKey, ModulePublisher, ModuleToken, ModuleUpload, ModuleUploadBudget];
export const publishingControllers = [
  ModulePublishersController,
  PublishedModulesController,
  PublishingController,
];
export const publishingProviders = [
  PublishedModulesService,
  PublishedReleasesRepository,
  PublishersRepository,
  PublishersService,
  ReleaseChecks,
  ReleaseRecorder,
  RouteOwnership,
  StoredFiles,
  UploadsRepository,
  UploadsService,
  VerificationService,
];
