// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Collection, IERC7572} from "../../src/Collection.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract MetadataTest is CollectionBase {
    // ---- Tokens

    function _uri(bytes32 content) private returns (string memory) {
        vm.prank(creator);
        collection.safeMint(buyer, ID, content);
        return collection.tokenURI(ID);
    }

    /// @dev The CIDs that IPFS gives to `hello world` and to an empty file, added as raw leaves.
    function test_tokenURI_matchesIPFS() public {
        assertEq(_uri(CONTENT), "ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e");
        vm.prank(creator);
        collection.safeMint(buyer, ID + 1, 0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855);
        assertEq(collection.tokenURI(ID + 1), "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku");
    }

    /// @dev Compares the URI with a plain base 32 encoding of the CID's bytes: version 1, raw, SHA-256, 32 bytes.
    function testFuzz_tokenURI_isTheCidOfTheContent(bytes32 content) public {
        vm.assume(content != 0);
        bytes memory cid = abi.encodePacked(hex"01551220", content);
        bytes memory alphabet = "abcdefghijklmnopqrstuvwxyz234567";
        string memory text = "ipfs://b";
        (uint256 held, uint256 bits) = (0, 0);
        for (uint256 i = 0; i < cid.length; ++i) {
            (held, bits) = (held << 8 | uint8(cid[i]), bits + 8);
            for (; bits >= 5; bits -= 5) text = string.concat(text, string(abi.encodePacked(alphabet[held >> (bits - 5) & 31])));
        }
        if (bits > 0) text = string.concat(text, string(abi.encodePacked(alphabet[held << (5 - bits) & 31])));
        assertEq(_uri(content), text);
    }

    function test_tokenURI_revertsWithoutAToken() public {
        bytes memory unknown = abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, ID);
        vm.expectRevert(unknown);
        collection.tokenURI(ID);
        assertEq(collection.contentOf(ID), 0);
        _mint(buyer, ID);
        vm.prank(buyer);
        collection.burn(ID);
        vm.expectRevert(unknown);
        collection.tokenURI(ID);
        assertEq(collection.contentOf(ID), CONTENT);
    }

    /// @dev The functions of the creator and of the token's owner do not change a token's content.
    function test_contentNeverChanges() public {
        string memory uri = _uri(CONTENT);
        _enableCreator(stranger);
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.AlreadyMinted.selector, ID));
        collection.safeMint(buyer, ID, keccak256("other"));
        collection.revokeAllVouchers();
        collection.setContractMetadata("other", "other", "other", "other");
        collection.setRoyalty(stranger, 0);
        collection.transferCreator(stranger);
        vm.stopPrank();
        vm.prank(stranger);
        collection.acceptCreator();
        vm.prank(buyer);
        collection.transferFrom(buyer, stranger, ID);
        assertEq(collection.tokenURI(ID), uri);
    }

    // ---- The collection

    function _json(Collection where) private view returns (string memory) {
        bytes memory uri = bytes(where.contractURI());
        bytes memory head = "data:application/json;base64,";
        bytes memory body = new bytes(uri.length - head.length);
        for (uint256 i = 0; i < head.length; ++i) assertEq(uri[i], head[i]);
        for (uint256 i = 0; i < body.length; ++i) body[i] = uri[head.length + i];
        return string(Base64.decode(string(body)));
    }

    function _assertMetadata(Collection where, Collection.Terms memory terms) private view {
        string memory json = _json(where);
        assertEq(vm.parseJsonString(json, ".name"), terms.name);
        assertEq(vm.parseJsonString(json, ".symbol"), terms.symbol);
        assertEq(vm.parseJsonString(json, ".description"), terms.description);
        assertEq(vm.parseJsonString(json, ".image"), terms.image);
        assertEq(vm.parseJsonString(json, ".banner_image"), terms.banner);
        assertEq(vm.parseJsonString(json, ".external_link"), terms.externalLink);
        assertEq(vm.parseJsonUint(json, ".seller_fee_basis_points"), terms.royaltyBps);
        assertEq(vm.parseJsonAddress(json, ".fee_recipient"), terms.royaltyRecipient);
        assertEq(vm.parseJsonKeys(json, "$").length, 8);
        assertEq(where.name(), terms.name);
        assertEq(where.symbol(), terms.symbol);
    }

    function test_contractURI_returnsAllTermsAsJSON() public view {
        _assertMetadata(collection, _terms());
        assertEq(
            _json(collection),
            string.concat(
                '{"name":"Doors at dusk","symbol":"DOOR","description":"Hills at some hour of the day.",',
                '"image":"ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e",',
                '"banner_image":"https://warren.example/banner.webp","external_link":"https://warren.example/doors",',
                '"seller_fee_basis_points":500,"fee_recipient":"',
                vm.toString(royalties),
                '"}'
            )
        );
    }

    /// @dev Texts that contain JSON syntax.
    function test_escapesJSON() public {
        Collection.Terms memory terms = _terms();
        terms.name = unicode'","name":"stolen","x":"\\';
        terms.symbol = unicode"\u0000\u0001\u001f\\\"/";
        terms.description = unicode"line\nbreak\ttab\rreturn \u0008 \u000c \u007f \u2028 日本語 😀 \\u0041 ${x} </script>";
        terms.externalLink = "";
        vm.prank(creator);
        _assertMetadata(factory.createCollection(terms, "another"), terms);
    }

    function testFuzz_escapesJSON(bytes[6] calldata seeds) public {
        Collection.Terms memory terms = _terms();
        terms.name = _text(seeds[0], 1, 100);
        terms.symbol = _text(seeds[1], 1, 32);
        terms.description = _text(seeds[2], 1, 4000);
        terms.image = _text(seeds[3], 1, 500);
        terms.banner = _text(seeds[4], 1, 500);
        terms.externalLink = _text(seeds[5], 0, 500);
        vm.prank(creator);
        _assertMetadata(factory.createCollection(terms, "another"), terms);
    }

    function testFuzz_contractURI_keepsUnicode(string calldata text) public {
        uint256 length = bytes(text).length;
        vm.assume(length > 0 && length <= 100);
        Collection.Terms memory terms = _terms();
        (terms.name, terms.description, terms.externalLink) = (text, text, text);
        vm.prank(creator);
        _assertMetadata(factory.createCollection(terms, "another"), terms);
    }

    /// @dev UTF-8 text with many characters that JSON escapes: ASCII characters from the seed, and others.
    function _text(bytes calldata seed, uint256 least, uint256 most) private pure returns (string memory text) {
        string[4] memory others = [unicode"é", unicode"日", unicode"😀", unicode"\u2028"];
        for (uint256 i = 0; i < seed.length && bytes(text).length + 4 <= most; ++i) {
            uint8 byte_ = uint8(seed[i]);
            text = string.concat(text, byte_ < 128 ? string(abi.encodePacked(byte_ % 3 == 0 ? byte_ % 35 : byte_)) : others[byte_ % 4]);
        }
        if (bytes(text).length < least) text = '"';
    }

    function test_setContractMetadata_changesTheTexts() public {
        Collection.Terms memory terms = _terms();
        (terms.description, terms.image, terms.banner, terms.externalLink) = ("a", "b", "c", "");
        vm.expectEmit(address(collection));
        emit IERC7572.ContractURIUpdated();
        vm.prank(creator);
        collection.setContractMetadata("a", "b", "c", "");
        _assertMetadata(collection, terms);
    }

    function test_setContractMetadata_rejectsTextsOutOfBounds() public {
        vm.startPrank(creator);
        vm.expectRevert(abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("description"), 0, 4000));
        collection.setContractMetadata("", "b", "c", "d");
        vm.expectRevert(abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("image"), 0, 500));
        collection.setContractMetadata("a", "", "c", "d");
        vm.expectRevert(abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("banner"), 0, 500));
        collection.setContractMetadata("a", "b", "", "d");
        vm.expectRevert(abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("externalLink"), 501, 500));
        collection.setContractMetadata("a", "b", "c", string(new bytes(501)));
        vm.stopPrank();
        _assertMetadata(collection, _terms());
    }

    function test_setContractMetadata_rejectsOthersThanTheCreator() public {
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, stranger));
        vm.prank(stranger);
        collection.setContractMetadata("a", "b", "c", "d");
    }
}
