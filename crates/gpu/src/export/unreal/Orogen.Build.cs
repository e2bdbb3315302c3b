using UnrealBuildTool;

public class Orogen : ModuleRules
{
	public Orogen(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		PrivateDependencyModuleNames.AddRange(new string[] { "Core", "Projects", "RenderCore" });
	}
}
