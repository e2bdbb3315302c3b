// Tells the shader compiler where this plugin's shaders are: they are included as /Orogen/Orogen.ush.
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#include "Modules/ModuleManager.h"
#include "ShaderCore.h"

class FOrogenModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
		const FString Folder = IPluginManager::Get().FindPlugin(TEXT("Orogen"))->GetBaseDir();
		AddShaderSourceDirectoryMapping(TEXT("/Orogen"), FPaths::Combine(Folder, TEXT("Shaders")));
	}
};

IMPLEMENT_MODULE(FOrogenModule, Orogen)
