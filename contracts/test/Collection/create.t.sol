// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Collection, IERC7572} from "../../src/Collection.sol";
import {CollectionFactory} from "../../src/CollectionFactory.sol";
import {LookAlike} from "../mocks/LookAlike.sol";
import {CollectionBase} from "./CollectionBase.sol";

contract CreateCollectionTest is CollectionBase {
    function _refuse(Collection.Terms memory terms, bytes memory why) private {
        vm.expectRevert(why);
        vm.prank(creator);
        factory.createCollection(terms, "another");
    }

    function _text(uint256 length) private pure returns (string memory) {
        bytes memory text = new bytes(length);
        for (uint256 i = 0; i < length; ++i) text[i] = "a";
        return string(text);
    }

    function test_createsACollectionAtTheExpectedAddress() public {
        address expected = factory.collectionAddress(creator, "another");
        assertEq(expected.code.length, 0);
        vm.expectEmit(expected);
        emit Collection.CreatorChanged(address(0), creator);
        vm.expectEmit(expected);
        emit Collection.FeeChanged(FEE_BPS);
        vm.expectEmit(expected);
        emit Collection.RoyaltyChanged(royalties, ROYALTY_BPS);
        vm.expectEmit(expected);
        emit IERC7572.ContractURIUpdated();
        vm.expectEmit(address(factory));
        emit CollectionFactory.CollectionCreated(expected, creator, "another", _terms(), FEE_BPS);
        Collection made = _newCollection(creator, "another");
        assertEq(address(made), expected);
        assertEq(made.name(), "Doors at dusk");
        assertEq(made.symbol(), "DOOR");
        assertEq(made.creator(), creator);
        assertEq(made.pendingCreator(), address(0));
        assertEq(made.feeBps(), FEE_BPS);
        assertEq(address(made.PLATFORM()), address(platform));
        assertEq(made.FACTORY(), address(factory));
        assertEq(address(factory.PLATFORM()), address(platform));
    }

    function test_rejectsCreatorsThatAreNotEnabled() public {
        vm.expectRevert(abi.encodeWithSelector(CollectionFactory.NotCreator.selector, stranger));
        vm.prank(stranger);
        factory.createCollection(_terms(), SALT);
    }

    function test_rejectsAUsedSalt() public {
        vm.expectRevert(abi.encodeWithSelector(CollectionFactory.AlreadyCreated.selector, collection));
        _newCollection(creator, SALT);
    }

    /// @dev Another creator's collection with the same salt has another address, so no other creator can take an expected address.
    function testFuzz_addressDependsOnCreatorAndSalt(address other, bytes32 salt) public {
        vm.assume(other != creator && other != address(0));
        vm.prank(admin);
        platform.addCreator(other);
        address expected = factory.collectionAddress(creator, salt);
        Collection theirs = _newCollection(other, salt);
        assertEq(address(theirs), factory.collectionAddress(other, salt));
        assertTrue(address(theirs) != expected);
        assertEq(theirs.creator(), other);
        if (salt != SALT) assertEq(address(_newCollection(creator, salt)), expected);
    }

    function test_usesTheCreatorsFee() public {
        vm.prank(owner);
        platform.setCustomFees(creator, 0);
        assertEq(_newCollection(creator, "another").feeBps(), 0);
    }

    function test_rejectsASecondInitialisation() public {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        collection.initialize(stranger, _terms());
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vm.prank(address(factory));
        collection.initialize(stranger, _terms());
    }

    function test_theImplementationHasNoCreator() public {
        Collection implementation = Collection(factory.IMPLEMENTATION());
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vm.prank(address(factory));
        implementation.initialize(stranger, _terms());
        assertEq(implementation.creator(), address(0));
        vm.expectRevert(abi.encodeWithSelector(Collection.NotCreator.selector, stranger));
        vm.prank(stranger);
        implementation.safeMint(stranger, 1, CONTENT);
        Collection.Voucher memory voucher = _voucher(NATIVE, 0);
        vm.expectRevert(abi.encodeWithSelector(Collection.WrongSignature.selector, address(0)));
        implementation.redeem(voucher, ID, stranger, new bytes(65));
    }

    function _assertForeign(address account) private view {
        assertFalse(factory.isCollection(account));
    }

    function test_recognisesItsCollections() public {
        assertTrue(factory.isCollection(address(collection)));
        assertTrue(factory.isCollection(address(_newCollection(creator, "another"))));
        _assertForeign(factory.collectionAddress(creator, "not made yet"));
        _assertForeign(factory.IMPLEMENTATION());
        _assertForeign(address(factory));
        _assertForeign(stranger);
        _assertForeign(address(0));
    }

    /// @dev A copy of a collection's code with its salt, deployed by another contract, has no creator and is not recognised.
    function test_aProxyDeployedElsewhereIsNotRecognised() public {
        LookAlike maker = new LookAlike();
        Collection fake = Collection(maker.copy(address(collection)));
        assertEq(address(fake).codehash, address(collection).codehash);
        _assertForeign(address(fake));
        vm.expectRevert(abi.encodeWithSelector(Collection.NotFactory.selector, creator));
        vm.prank(creator);
        fake.initialize(creator, _terms());
    }

    /// @dev A collection is not recognised by its code alone: the deployer of a copy can write its storage and so become its creator.
    function test_aCopyWithForgedStorageIsNotRecognised() public {
        LookAlike maker = new LookAlike();
        bytes32 slot = maker.slotOf(address(collection), creator);
        Collection fake = Collection(maker.copyWith(address(collection), slot, vm.load(address(collection), slot)));
        assertEq(fake.creator(), creator);
        assertEq(address(fake).codehash, address(collection).codehash);
        vm.prank(creator);
        fake.safeMint(stranger, ID, CONTENT);
        _assertForeign(address(fake));
    }

    /// @dev A collection that another contract made with the same implementation and salt, and one of another factory.
    function test_anotherFactorysCollectionIsNotRecognised() public {
        LookAlike maker = new LookAlike();
        bytes32 salt = keccak256(abi.encode(creator, SALT));
        _assertForeign(maker.make(factory.IMPLEMENTATION(), salt));
        CollectionFactory another =
            CollectionFactory(_create("CollectionFactory", type(CollectionFactory).creationCode, abi.encode(platform)));
        vm.prank(creator);
        Collection foreign = another.createCollection(_terms(), SALT);
        assertTrue(another.isCollection(address(foreign)));
        _assertForeign(address(foreign));
    }

    function test_rejectsMissingTerms() public {
        Collection.Terms memory terms = _terms();
        terms.name = "";
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("name"), 0, 100));
        terms = _terms();
        terms.symbol = "";
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("symbol"), 0, 32));
        terms = _terms();
        terms.description = "";
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("description"), 0, 4000));
        terms = _terms();
        terms.image = "";
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("image"), 0, 500));
        terms = _terms();
        terms.banner = "";
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("banner"), 0, 500));
        terms = _terms();
        terms.royaltyRecipient = address(0);
        _refuse(terms, abi.encodeWithSelector(Collection.InvalidRoyaltyRecipient.selector, address(0)));
    }

    function test_limitsTheLengthOfTexts() public {
        Collection.Terms memory terms = _terms();
        terms.name = _text(101);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("name"), 101, 100));
        terms.name = _text(100);
        terms.symbol = _text(33);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("symbol"), 33, 32));
        terms.symbol = _text(32);
        terms.description = _text(4001);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("description"), 4001, 4000));
        terms.description = _text(4000);
        terms.image = _text(501);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("image"), 501, 500));
        terms.image = _text(500);
        terms.banner = _text(501);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("banner"), 501, 500));
        terms.banner = _text(500);
        terms.externalLink = _text(501);
        _refuse(terms, abi.encodeWithSelector(Collection.TextOutOfBounds.selector, bytes32("externalLink"), 501, 500));
        terms.externalLink = _text(500);
        vm.prank(creator);
        Collection made = factory.createCollection(terms, "another");
        assertEq(bytes(made.name()).length, 100);
        // the longest texts can still be read in one call
        uint256 before = gasleft();
        made.contractURI();
        assertLt(before - gasleft(), 10_000_000);
    }

    function testFuzz_limitsTheRoyalty(uint256 royaltyBps) public {
        _assertRoyaltyBounded(royaltyBps, "another");
    }

    function test_limitsTheRoyaltyToTenPercent() public {
        _assertRoyaltyBounded(1000, "at it");
        _assertRoyaltyBounded(1001, "above");
    }

    function _assertRoyaltyBounded(uint256 royaltyBps, bytes32 salt) private {
        Collection.Terms memory terms = _terms();
        terms.royaltyBps = royaltyBps;
        if (royaltyBps > 1000) return _refuse(terms, abi.encodeWithSelector(Collection.RoyaltyTooHigh.selector, royaltyBps, 1000));
        vm.prank(creator);
        (, uint256 amount) = factory.createCollection(terms, salt).royaltyInfo(1, 10_000);
        assertEq(amount, royaltyBps);
    }
}
