// For a Custom Function node of Shader Graph: type File, this file as source, OrogenGround as name. Connect Position to a
// Position node in absolute world space, in metres. Connect Displaced and Normal to the vertex stage, through Transform
// nodes from absolute world to object.
#ifndef OROGEN_GROUND_INCLUDED
#define OROGEN_GROUND_INCLUDED
#include "Orogen.hlsl"

void OrogenGround_float(float3 Position, out float3 Displaced, out float3 Normal)
{
    // Unity's z goes up the map, the recipe's y goes down.
    float2 p = float2(Position.x, -Position.z);
    float3 ground = orogen_height_gradient(p).xyz;
    Displaced = float3(Position.x, Position.y + ground.x, Position.z);
    Normal = normalize(float3(-ground.y, 1.0, ground.z));
}

#endif
