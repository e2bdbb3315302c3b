// Written by `orogen shader`: gives the terrain's texture to all shaders.
using UnityEngine;

// Add this to any object of the scene, and assign Shaders/Orogen.texture.bytes to Texels. A compute shader also needs
// shader.SetTextureFromGlobal(kernel, "orogen_texture", "orogen_texture").
[ExecuteAlways]
public class OrogenTexture : MonoBehaviour
{
    public TextAsset Texels;
    Texture2D texture;

    void OnEnable()
    {
        if (Texels == null)
            return;
        // Without mipmaps, and linear, because the numbers are not colours.
        texture = new Texture2D(WIDTH, HEIGHT, TextureFormat.RFloat, false, true);
        texture.filterMode = FilterMode.Point;
        texture.hideFlags = HideFlags.DontSave;
        texture.LoadRawTextureData(Texels.bytes);
        texture.Apply(false, true);
        Shader.SetGlobalTexture("orogen_texture", texture);
    }

    void OnDisable()
    {
        if (texture != null)
            DestroyImmediate(texture);
    }
}
