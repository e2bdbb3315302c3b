// Displaces a flat mesh to the ground. For the built-in render pipeline, with sunlight only.
Shader "Orogen/OrogenGround"
{
    Properties
    {
        _Color ("Colour", Color) = (0.5, 0.47, 0.42, 1)
    }
    SubShader
    {
        Tags { "RenderType" = "Opaque" }
        Pass
        {
            Tags { "LightMode" = "ForwardBase" }
            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex vert
            #pragma fragment frag
            #include "UnityCG.cginc"
            #include "OrogenGround.hlsl"

            float4 _Color;
            float4 _LightColor0;

            struct Varyings
            {
                float4 position : SV_POSITION;
                float3 normal : TEXCOORD0;
            };

            Varyings vert(appdata_base v)
            {
                Varyings o;
                float3 displaced;
                OrogenGround_float(mul(unity_ObjectToWorld, v.vertex).xyz, displaced, o.normal);
                o.position = mul(UNITY_MATRIX_VP, float4(displaced, 1.0));
                return o;
            }

            float4 frag(Varyings i) : SV_Target
            {
                float light = saturate(dot(normalize(i.normal), _WorldSpaceLightPos0.xyz));
                return float4(_Color.rgb * (0.15 + light * _LightColor0.rgb), 1.0);
            }
            ENDHLSL
        }
    }
}
